import { useState } from 'react'
import { SELLER_ON_REQUEST } from '#contract/monetization/messages.ts'
import { PAYMENT_METHODS, saleRules } from '#contract/orders/sale-rules.ts'
import type { Seller } from '#contract/payments/calls.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { DisclosureRequest } from './DisclosureRequest.tsx'
import { SellerFacts } from './SellerFacts.tsx'

const COMMON = [
  { term: '販売価格', value: '参加費・チケットの各ページに、税込の金額を表示しています。' },
  { term: 'ほかの費用', value: '通信にかかる費用は、お客さまのご負担です。' },
  { term: 'お支払い方法', value: PAYMENT_METHODS },
  { term: '動作環境', value: '新しい版のChrome・Safari・Edge・Firefoxと、安定した通信' },
]

const SOLD = [
  { kind: 'room', title: '参加費' },
  { kind: 'event', title: '視聴チケット' },
  { kind: 'digital_ticket', title: '入場チケット' },
] as const

/** A seller's page of 特定商取引法. Home addresses are not published, but disclosed on request. */
export function SellerLaw({ seller, room }: { seller: Seller; room: string }) {
  const [asking, setAsking] = useState(false)
  const isOnRequest = [seller.seller_name, seller.address, seller.phone].includes(SELLER_ON_REQUEST)
  return (
    <>
      <h1>特定商取引法に基づく表記</h1>
      <Section title="販売者">
        <div className="stack">
          <Card padded>
            <SellerFacts seller={seller} />
          </Card>
          {isOnRequest && (
            <Button wide variant="secondary" icon="mail" onClick={() => setAsking(true)}>
              販売者情報の開示を請求する
            </Button>
          )}
        </div>
      </Section>
      <Section title="販売の条件">
        <Card padded>
          <Facts label="販売の条件" facts={COMMON} />
        </Card>
      </Section>
      {SOLD.map(({ kind, title }) => (
        <Section key={kind} title={title}>
          <Card padded>
            <Facts
              label={title}
              facts={saleRules(kind).map(({ label, text }) => ({ term: label, value: text }))}
            />
          </Card>
        </Section>
      ))}
      {asking && <DisclosureRequest seller={room} onClose={() => setAsking(false)} />}
    </>
  )
}
