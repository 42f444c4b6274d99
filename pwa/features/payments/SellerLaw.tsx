import { useState } from 'react'
import { SELLER_ON_REQUEST } from '#contract/monetization/messages.ts'
import type { Seller } from '#contract/payments/calls.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { DisclosureRequest } from './DisclosureRequest.tsx'
import { SellerFacts } from './SellerFacts.tsx'

const TERMS = [
  { term: '販売価格', value: '参加費・チケットの各ページに、税込の金額を表示しています' },
  { term: '価格のほかに必要な費用', value: '通信にかかる費用は、お客さまのご負担です' },
  { term: 'お支払い方法', value: 'クレジットカード' },
  {
    term: 'お支払いの時期',
    value:
      'チケットは購入のとき、参加費は登録のときと、その後は毎月の同じ日に、自動でお支払いになります',
  },
  {
    term: '提供の時期',
    value: '参加はお支払いの直後から、配信・公演は各イベントに表示された日時です',
  },
  {
    term: '取り消し・退会',
    value:
      '商品の性質上、お客さまのご都合による返金はできません。中止となったイベントの代金は、全額を返金します。参加はいつでもやめられ、お支払い済みの期間の終わりまで利用できます',
  },
  { term: '動作環境', value: '新しい版のChrome・Safari・Edge・Firefoxと、安定した通信' },
]

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
          <Facts label="販売の条件" facts={TERMS} />
        </Card>
      </Section>
      {asking && <DisclosureRequest seller={room} onClose={() => setAsking(false)} />}
    </>
  )
}
