import type { BrowserContext } from 'playwright-core'

/** What a person does in the pages of a context: presses, and different fields that are filled in. */
export interface Effort {
  presses: number
  fields: Set<string>
}

/** Counts in all pages of the context from now on. A press into a field counts as the field alone. */
export async function countEffort(
  context: BrowserContext,
  effort: Effort = { presses: 0, fields: new Set() },
): Promise<Effort> {
  await context.exposeFunction('countPress', () => {
    effort.presses++
  })
  await context.exposeFunction('countField', (name: string) => {
    effort.fields.add(name)
  })
  await context.addInitScript(() => {
    const { countPress, countField } = globalThis as unknown as Record<
      'countPress' | 'countField',
      (name?: string) => void
    >
    addEventListener(
      'click',
      ({ isTrusted, target }) => {
        // A press on a label is followed by one on its control.
        if (isTrusted && !(target instanceof HTMLInputElement)) countPress()
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type !== 'radio')
          countField(target.labels?.[0]?.textContent ?? target.id)
      },
      true,
    )
  })
  return effort
}
