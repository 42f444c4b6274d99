import type { OperatorAction } from '#contract/operator/audit.ts'

/** What an operator did, as the record tells it. */
export const actionWords: Record<OperatorAction, string> = {
  'desk.open': '運営デスクを開いた',
  'operator.appoint': '運営に加えた',
  'operator.dismiss': '運営から外した',
}
