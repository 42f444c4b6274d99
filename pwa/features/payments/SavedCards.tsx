import { payments } from '#contract/payments/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { CardRow } from './CardRow.tsx'

export function SavedCards() {
  const cards = useLoad(payments.listCards, {})
  return (
    <Section title="登録しているカード">
      <Loaded of={cards} skeleton={<SkeletonRows count={2} />}>
        {(data) =>
          data.length === 0 ? (
            <Alert>
              登録しているカードはありません。お支払いに使ったカードがここにならびます。
            </Alert>
          ) : (
            <List carded>
              {data.map((card) => (
                <CardRow key={card.id} card={card} />
              ))}
            </List>
          )
        }
      </Loaded>
    </Section>
  )
}
