import type { ReportCategory } from '#contract/reports/calls.ts'

/** The labels of the report categories. */
export const categoryLabels: Record<ReportCategory, string> = {
  harassment: '嫌がらせ・誹謗中傷',
  sexual: '性的な内容',
  violence: '暴力・危険な行為',
  spam: 'スパム・詐欺',
  privacy: '個人情報の公開',
  rights: '著作権などの侵害',
  other: 'その他',
}
