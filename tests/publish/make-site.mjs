// Writes the made-up site of the tests: node make-site.mjs FOLDER FILES [NUMBER OF AN EDITED PAGE]
import { siteFiles, writeSite } from './site.mjs';

const [folder, files, edit] = process.argv.slice(2);
writeSite(folder, siteFiles({ files: Number(files), edit: edit === undefined ? [] : [Number(edit)] }));
