/** Everything that is registered, from pages. */
import type { RegisteredKind, RegistryPage } from '../store/log/registry.js';

/** What gives pages: a pipeline, a store or the server that holds it. */
interface Registry {
  registry(kind: RegisteredKind, after: string): Promise<RegistryPage>;
}

/** All that is registered of a kind, by identity; of more than `countMax` not all. */
export async function allRegistered(
  source: Registry,
  kind: RegisteredKind,
  countMax = Number.POSITIVE_INFINITY,
): Promise<RegistryPage['items']> {
  const items: RegistryPage['items'] = [];
  for (let after: string | null = ''; after !== null && items.length < countMax; ) {
    const page: RegistryPage = await source.registry(kind, after);
    items.push(...page.items);
    after = page.next;
  }
  return items;
}
