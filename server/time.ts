const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `data` of Current time: Unix seconds with a fraction, and the same moment in UTC in the usual formats. */
export function timeFormats(now: number) {
  const moment = new Date(now);
  const rfc1123 = moment.toUTCString();
  const [day = '', date = '', month = '', year = '', time = ''] = rfc1123.replace(',', '').split(' ');
  const iso = moment.toISOString();
  const rfc822 = `${date} ${month} ${year.slice(-2)} ${time.slice(0, 5)}`;
  return {
    timestamp: now / 1000,
    rfc1123,
    rfc1123z: `${day}, ${date} ${month} ${year} ${time} +0000`,
    rfc3339: `${iso.slice(0, 19)}Z`,
    rfc3339nano: iso,
    rfc822: `${rfc822} GMT`,
    rfc822z: `${rfc822} +0000`,
    rfc850: `${weekdays[moment.getUTCDay()] ?? day}, ${date}-${month}-${year.slice(-2)} ${time} GMT`,
  };
}
