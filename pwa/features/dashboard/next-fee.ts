import type { ServiceFee } from '#contract/service-fee.ts'
import { longDate } from '#pwa/lib/format.ts'

/** The fee that is planned, for whoever sets a price now. */
export const nextFee = ({ percent, from }: NonNullable<ServiceFee['next']>) =>
  `${longDate(from)}から、サービス手数料は${percent}%になります`
