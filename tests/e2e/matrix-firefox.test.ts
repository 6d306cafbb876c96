import { describeMatrix } from './matrix/suite.ts';

describeMatrix('firefox');
