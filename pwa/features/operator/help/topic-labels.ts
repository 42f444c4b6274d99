import type { Topic } from '#contract/site/calls.ts'

/** The labels of the topics, as in the tabs of the help pages. */
export const topicLabels: Record<Topic, string> = {
  account: 'アカウント',
  payment: 'お支払い',
  other: 'その他',
}
