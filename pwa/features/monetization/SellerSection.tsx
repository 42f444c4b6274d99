import type { Monetization } from '#contract/monetization/calls.ts'
import { SellerFacts } from '#pwa/features/payments/SellerFacts.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

/** The seller details that buyers see. */
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
      <Alert>販売者としての登録はまだありません。</Alert>
    )}
  </Section>
)
