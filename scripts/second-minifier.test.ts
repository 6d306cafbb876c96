import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { minifyFurther } from './second-minifier.ts';

/** What WXT wraps an injected script in, as a production build has it after the first minifier. */
const injected = (main: string) =>
  `(function(){var e={main(){${main}}},t={error:(...e)=>([...e],void 0)};` +
  'return(()=>{let n;try{n=e.main(),n instanceof Promise&&(n=n.catch(e=>{throw t.error(`Crashed!`,e),e}))}' +
  'catch(e){throw t.error(`Crashed!`,e),e}return n})()})();';

it('removes the logging that does nothing in a production build', async () => {
  const code = await minifyFurther(injected('return 1'), { isModule: false });
  expect(code).not.toContain('Crashed');
});

it('leaves an injected script the value with which it answers the injection', async () => {
  const code = await minifyFurther(injected('return {answer:42}'), { isModule: false });
  expect(runInNewContext(code)).toEqual({ answer: 42 });
});

it('leaves what a module exports', async () => {
  const code = await minifyFurther('const longName=()=>1;export{longName as t};', { isModule: true });
  expect(code).toMatch(/export\{(\w+ as )?t\}/);
});

it('makes the same bytes of the same code', async () => {
  const script = injected('let a=[1,2,3];return a.map(e=>e*2)');
  expect(await minifyFurther(script, { isModule: false })).toBe(
    await minifyFurther(script, { isModule: false }),
  );
});
