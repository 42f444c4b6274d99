import type { Listed } from '#contract/http/types.ts'

interface Continued {
  limit: number
  after?: string
}

/** Reads a sorted list two rows at a time, as the app does; `between` runs after its first page. */
export async function everyPage<T>(
  ask: (query: Continued) => Promise<Listed<T>>,
  between: () => Promise<unknown> = async () => {},
): Promise<T[]> {
  const first = await ask({ limit: 2 })
  await between()
  const items = [...first.items]
  for (let { after, next } = first; next !== null; ) {
    if (after === undefined) throw new Error('the list has no place to go on from')
    const page = await ask({ limit: 2, after })
    items.push(...page.items)
    ;({ after, next } = page)
  }
  return items
}
