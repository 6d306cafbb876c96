import { describeMatrix } from './matrix/suite.ts';

describeMatrix('chromium');
