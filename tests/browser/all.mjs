// All browser tests, in one process: they share one browser and one build of the site.
import { after } from 'node:test';
import { strike } from './stage.mjs';
import './pages.mjs';
import './accessibility.mjs';
import './keyboard.mjs';
import './sorting.mjs';
import './state.mjs';
import './themes.mjs';
import './paper.mjs';
import './hostile.mjs';
import './hostile_records.mjs';
import './addresses.mjs';
import './calculator.mjs';

after(strike);
