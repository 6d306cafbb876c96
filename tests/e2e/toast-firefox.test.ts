import { describeToast } from './support/toast-suite.ts';

describeToast('firefox');
