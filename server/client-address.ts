import { BlockList, isIP, SocketAddress } from 'node:net';

/**
 * A function that returns the address of the client of a request. A proxy in `ranges` (addresses, or such as 10.0.0.0/8) is
 * believed: the client is the last address in X-Forwarded-For that is no such proxy.
 */
export function createClientAddress(ranges: readonly string[]) {
  const proxies = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) =>
    isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  /** `forwarded` is the header, `remote` the other end of the connection. */
  return (remote: string | undefined, forwarded: string | null): string => {
    const hops = [...(forwarded ?? '').split(',').map(plain), plain(remote ?? '')];
    let client = hops.pop() ?? '';

    while (isProxy(client)) {
      const next = hops.pop();
      if (next === undefined || isIP(next) === 0) return client;
      client = next;
    }
    return client;
  };
}

/** An address without brackets, in its shortest notation, and in that of IPv4 if it is one. */
function plain(given: string): string {
  const address = given.trim().replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 6) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
