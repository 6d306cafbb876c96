import { vi } from 'vitest';

// Unit tests share a process, which halves their time: no file may inherit timers, globals or mocked modules of another.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
