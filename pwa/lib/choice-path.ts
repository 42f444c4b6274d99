import { CODE_FRAGMENT } from '#contract/promotions/promotion-code.ts'

/** Marks a link, for example in an email, that opens the purchase form of its page. */
export const BUY = 'buy'

/** What a buyer has chosen on the page: the type of a ticket by its id, the number of seats, and a normalized code. */
export type Choice = Partial<Record<(typeof CHOICE)[number] | 'code', string>>
export const CHOICE = ['type', 'seats'] as const

/**
 * The path of a page with what was chosen there, also for another device. A code stands in the fragment, which browsers do
 * not send to servers. `marks`: parameters without a value.
 */
export function choicePath(path: string, choice: Choice = {}, marks: string[] = []): string {
  const chosen = CHOICE.flatMap((name) => parameter(name, choice[name]))
  const search = [...marks, ...chosen].join('&')
  const fragment = parameter(CODE_FRAGMENT, choice.code).join('')
  return path + (search && `?${search}`) + (fragment && `#${fragment}`)
}

/** The same with the page's purchase form open. */
export const purchasePath = (path: string, choice?: Choice) => choicePath(path, choice, [BUY])

const parameter = (name: string, value: string | undefined) =>
  value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
