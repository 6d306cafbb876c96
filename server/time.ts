import type * as z from 'zod/mini';
import type { timeData } from '../lib/api/contract.ts';

type Format = 'rfc1123' | 'rfc1123z' | 'rfc3339' | 'rfc3339nano' | 'rfc822' | 'rfc822z' | 'rfc850';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `data` of Current time: Unix seconds with a fraction, and the same time in UTC in other formats. `now` in milliseconds. */
export function timeFormats(now: number): z.infer<typeof timeData> & Record<Format, string> {
  const date = new Date(now);
  const rfc1123 = date.toUTCString();
  const [weekday = '', day = '', month = '', year = '', time = ''] = rfc1123.replace(',', '').split(' ');
  const iso = date.toISOString();
  const rfc822 = `${day} ${month} ${year.slice(-2)} ${time.slice(0, 5)}`;

  return {
    timestamp: now / 1000,
    rfc1123,
    rfc1123z: `${weekday}, ${day} ${month} ${year} ${time} +0000`,
    rfc3339: `${iso.slice(0, 19)}Z`,
    rfc3339nano: iso,
    rfc822: `${rfc822} GMT`,
    rfc822z: `${rfc822} +0000`,
    rfc850: `${weekdays[date.getUTCDay()] ?? weekday}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
  };
}
