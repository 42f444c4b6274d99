import { PopularRooms } from '#pwa/features/rooms/PopularRooms.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Card } from '#pwa/ui/Card.tsx'

/** The page after a sign-up: a welcome and suggested rooms. */
export function CompletedPage() {
  const user = useUser()
  return (
    <Page>
      <Card as="section" padded>
        <div className="stack">
          <h1>{user ? `${user.display_name}さん、ようこそ` : '登録が完了しました'}</h1>
          <p>気になる人のルームに参加すると、ホームに窓がならびます。</p>
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
