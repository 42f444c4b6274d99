import { withSan } from '#contract/lib/with-san.ts'
import { PopularRooms } from '#pwa/features/rooms/list/PopularRooms.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'

/** The page after a sign-up: a welcome and suggested rooms. */
export function CompletedPage() {
  const user = useUser()
  return (
    <Page>
      <Card as="section" padded>
        <div className="stack">
          <h1>{user ? `${withSan(user.display_name)}、ようこそ` : '登録が完了しました'}</h1>
          <p>参加したルームは、ホームに窓の形でならびます。</p>
          <div className="row row-s wrap">
            <Button to={paths.results()}>ルームをさがす</Button>
            <Button variant="quiet" to={paths.home}>
              ホームへ
            </Button>
          </div>
        </div>
      </Card>
      <PopularRooms />
    </Page>
  )
}
