import type { Monetization } from '#contract/monetization.ts'
import { SellerFacts } from '#pwa/features/payments/SellerFacts.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'

/** What buyers are shown of one as a seller. */
export const SellerSection = ({ seller }: Pick<Monetization, 'seller'>) => (
  <Section title="購入する方に表示される内容">
    {seller ? (
      <div className="stack">
        <Card padded>
          <SellerFacts seller={seller} />
        </Card>
        <p className="note muted">
          特定商取引法にもとづく表示です。非公開の項目は、購入する方から請求があったときにだけ開示します。
        </p>
      </div>
    ) : (
      <Notice>販売者としての登録はまだありません。</Notice>
    )}
  </Section>
)
