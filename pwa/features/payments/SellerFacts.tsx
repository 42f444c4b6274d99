import type { Seller } from '#contract/payments/calls.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'

/** The seller details that the law requires (特定商取引法). */
export const SellerFacts = ({ seller }: { seller: Seller }) => (
  <Facts
    label="販売者"
    facts={[
      { term: '販売者', value: seller.seller_name },
      { term: '活動名', value: `${seller.display_name}（@${seller.name}）` },
      { term: '所在地', value: seller.address },
      { term: '電話番号', value: seller.phone },
      { term: 'メール', value: seller.email },
      { term: '登録番号', value: seller.invoice_number ?? '適格請求書の登録はありません' },
    ]}
  />
)
