import type { Topic } from '#contract/site.ts'

/** As the tabs of the help pages call them. */
export const topicWords: Record<Topic, string> = {
  account: 'アカウント',
  payment: 'お支払い',
  other: 'その他',
}
