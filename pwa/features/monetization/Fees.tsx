import { HELD_AFTER_EVENT_DAYS } from '#contract/payouts/limits.ts'
import { type ServiceFee, serviceFee } from '#contract/service-fee/calls.ts'
import { platformFee } from '#contract/shared/rules.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { longDate, yen } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

/** The current service fee, and a planned change. */
const feeFacts = ({ percent, next }: ServiceFee) => [
  { term: 'いまの手数料', value: `売上の${percent}%（1円未満切り捨て）と、決済会社の手数料` },
  ...(next ? [{ term: '手数料の変更', value: nextFeeLabel(next) }] : []),
]

const nextFeeLabel = ({ percent, from }: NonNullable<ServiceFee['next']>) =>
  `${longDate(from)}0時以降の申し込みと、それ以降に更新日を迎える参加費から${percent}%`

const EXAMPLE = 1_980

/** The platform's fee, and when the seller gets the rest. */
export function Fees() {
  const fee = useLoad(serviceFee.getServiceFee, {})
  return (
    <Section title="売上と手数料">
      <Loaded of={fee}>{(known) => <FeeCard fee={known} />}</Loaded>
    </Section>
  )
}

const FeeCard = ({ fee }: { fee: ServiceFee }) => (
  <div className="stack">
    {fee.next && (
      <Alert>{`${longDate(fee.next.from)}から、サービス手数料が${fee.next.percent}%になります。`}</Alert>
    )}
    <Card padded>
      <Facts
        facts={[
          ...feeFacts(fee),
          {
            term: '例',
            value: `${yen(EXAMPLE)}（税込）のチケット1枚につき、サービス手数料は ${yen(platformFee(EXAMPLE, fee.percent))} です`,
          },
          {
            term: 'チケット',
            value: `売上は、イベントの終了から${HELD_AFTER_EVENT_DAYS}日後に受け取れるようになります。中止のときの返金に備えるためです`,
          },
          { term: '参加費', value: '決済会社の確認が済みしだい、受け取れるようになります' },
          { term: '振込', value: '受け取れる売上を、毎週金曜日に銀行口座へ振り込みます' },
          {
            term: '残高の不足',
            value:
              '返金や支払いへの異議で残高がマイナスになったときは、オーナーの負担です。以後の売上から差し引き、足りない分は運営が立て替えて請求します',
          },
        ]}
      />
    </Card>
  </div>
)
