import { CLAIMS, type Claim } from '#contract/takedowns/calls.ts'

/** The labels of the violated rights. */
export const claimLabels: Record<Claim, string> = {
  copyright: '著作権',
  portrait: '肖像権・パブリシティ権',
  privacy: 'プライバシー',
  defamation: '名誉・信用',
  trademark: '商標権',
  other: 'そのほかの権利',
}
export const claimChoices = CLAIMS.map((value) => ({ value, label: claimLabels[value] }))
