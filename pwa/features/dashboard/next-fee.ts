import type { ServiceFee } from '#contract/service-fee/calls.ts'
import { longDate } from '#pwa/lib/format.ts'

/** The planned service fee, shown when a price is set. */
export const nextFee = ({ percent, from }: NonNullable<ServiceFee['next']>) =>
  `${longDate(from)}から、サービス手数料は${percent}%になります`
