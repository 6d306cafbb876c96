import * as z from 'zod/mini';

const properties = z.optional(z.array(z.looseObject({ name: z.string() })));
const component = z.looseObject({ 'bom-ref': z.string(), properties });

/** A bill of materials (CycloneDX 1.5), as `npm sbom` writes it. */
const bill = z.looseObject({
  serialNumber: z.optional(z.string()),
  metadata: z.looseObject({
    timestamp: z.optional(z.string()),
    tools: z.optional(z.unknown()),
    component: z.looseObject({ name: z.string(), properties }),
  }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string() })),
});

type Properties = z.infer<typeof properties>;

/** npm 10 writes the folder of each package, npm 11 does not. */
const withoutPath = <Described extends { properties?: Properties }>(described: Described): Described => ({
  ...described,
  properties: described.properties?.filter(({ name }) => name !== 'cdx:npm:package:path'),
});

/** Each once, in the order of their names: npm 10 repeats a package that is in several folders. */
function uniqueBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const first = new Map(items.toReversed().map((item) => [nameOf(item), item]));
  return [...first].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

/**
 * A bill of materials without what differs from one machine to the next: its number, its moment, the name, which npm takes
 * from the folder, and what depends on npm's version.
 *
 * @param written what `npm sbom` wrote
 * @param name of the project
 */
export function reproducibleBill(written: string, name: string): string {
  const content = bill.parse(JSON.parse(written));
  delete content.serialNumber;
  delete content.metadata.timestamp;
  delete content.metadata.tools;
  content.metadata.component = { ...withoutPath(content.metadata.component), name };
  content.components = uniqueBy(content.components.map(withoutPath), (each) => each['bom-ref']);
  content.dependencies = uniqueBy(content.dependencies, ({ ref }) => ref);
  return `${JSON.stringify(content, null, 2)}\n`;
}
