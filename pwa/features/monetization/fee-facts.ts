import type { ServiceFee } from '#contract/service-fee/calls.ts'
import { longDate } from '#pwa/lib/format.ts'

/** The current service fee, and a planned change. */
export const feeFacts = ({ percent, next }: ServiceFee) => [
  { term: 'いまの手数料', value: `売上の${percent}%（1円未満切り捨て）と、決済会社の手数料` },
  ...(next ? [{ term: '手数料の変更', value: nextFeeLabel(next) }] : []),
]

export const nextFeeLabel = ({ percent, from }: NonNullable<ServiceFee['next']>) =>
  `${longDate(from)}0時以降の申し込みと、それ以降に更新日を迎える参加費から${percent}%`
