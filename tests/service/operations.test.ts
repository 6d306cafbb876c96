import { expect, it } from 'vitest';
import { answer } from '../support/service/faults.ts';
import { createClient, suiteSetup } from '../support/service/client-setup.ts';

const setup = await suiteSetup();

it('Grayscale filter and music are requested without credentials; a list that is null is empty', async () => {
  const connection = await createClient(await setup.account()).service.connection();
  const grayscale = await connection?.grayscale();
  expect(grayscale).toEqual({ ok: true, data: { accurateSlot: [], daySlot: [] } });
  setup.proxy.always('music', answer({ code: 200, msg: 'success', data: { list: null } }));
  expect(await connection?.music()).toEqual({ ok: true, list: [] });
  expect(setup.proxy.log).toHaveLength(2);
  for (const { headers } of setup.proxy.log)
    for (const name of ['authorization', 'secretid', 'secretkey']) expect(headers).not.toHaveProperty(name);
});
