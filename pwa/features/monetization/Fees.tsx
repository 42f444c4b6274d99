import { HELD_AFTER_EVENT_DAYS, PLATFORM_FEE_PERCENT } from '#contract/limits.ts'
import { platformFee } from '#contract/rules.ts'
import { yen } from '#pwa/lib/format.ts'
import { Card } from '#pwa/ui/Card.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Section } from '#pwa/ui/Section.tsx'

const EXAMPLE = 1_980

/** What the platform keeps of a sale, and when the rest is the seller's. */
export const Fees = () => (
  <Section title="売上と手数料">
    <Card padded>
      <Facts
        facts={[
          {
            term: '手数料',
            value: `サービス手数料 ${PLATFORM_FEE_PERCENT}%（1円未満切り捨て）と、決済会社の手数料`,
          },
          {
            term: '例',
            value: `${yen(EXAMPLE)}（税込）のチケット1枚につき、サービス手数料は ${yen(platformFee(EXAMPLE))} です`,
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
  </Section>
)
