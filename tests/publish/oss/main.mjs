// The stand-in as a process of its own, for bench/publish.sh: node main.mjs SECONDS. Prints its port and ends after that time, if not ended before.
import { Oss } from './server.mjs';

const oss = await new Oss().start();
oss.options.s3 = true;
console.log(oss.port);
setTimeout(() => process.exit(0), Number(process.argv[2] ?? 60) * 1000);
