/** `npm run packages`: makes all packages of this version, as the release workflow does. */
import { say } from '../say.ts';
import { makePackages } from './packages.ts';

for (const file of await makePackages()) say(`✓ .output/release/${file}`);
