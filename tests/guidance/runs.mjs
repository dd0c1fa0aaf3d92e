// Runs of Chinese characters as hashes, so that a text can be compared with others that are not here.
import { createHash } from 'node:crypto';

export const RUN = 12;
const HEX_DIGITS = 12;

// All Han characters of the text in one row: two texts that differ in punctuation, Latin or line breaks alone are the same.
export function hanOf(text) {
    return text.match(/\p{Script=Han}/gu) ?? [];
}

// The first 48 bits of SHA-256 over the run's UTF-8.
export function hashOf(run) {
    return createHash('sha256').update(run).digest('hex').slice(0, HEX_DIGITS);
}

// Every RUN characters in a row, one string for each place where they begin.
export function runsOf(text) {
    const han = hanOf(text);
    return Array.from({ length: Math.max(0, han.length - RUN + 1) }, (_, i) => han.slice(i, i + RUN).join(''));
}
