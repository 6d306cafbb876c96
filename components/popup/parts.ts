import { readableAddress } from '../../lib/url/readable.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import { Problem } from '../ui/Problem.tsx';
import { EarlierNotice } from './EarlierNotice.tsx';
import { Extras } from './Extras.tsx';
import { Result } from './Result.tsx';
import { TrackingBox } from './TrackingBox.tsx';

/** What the form does not need at first. It is one file, loaded as soon as the form has appeared. */
export const parts = { EarlierNotice, Extras, Result, Problem, TrackingBox, remedy, readableAddress };

export type Parts = typeof parts;
