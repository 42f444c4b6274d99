import { Opening } from '#pwa/features/dashboard/opening/Opening.tsx'
import { NewRoom } from '#pwa/features/dashboard/room/NewRoom.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

const NAME = PAGE_NAMES['/beginners/owner']

/** What opening a room brings, for future owners. */
export function OpenRoomPage() {
  useTitle(NAME)
  return (
    <Page>
      <Opening>
        <h1>{NAME}</h1>
        <p>
          応援してくれる方と、配信と言葉で過ごす場所です。月額の参加費も、イベントのチケットも、ここだけで完結します。
        </p>
        <NextStep />
      </Opening>
    </Page>
  )
}

/** The next step: an account, a room, or the room that is there. */
function NextStep() {
  const user = useUser()
  if (user?.my_room) return <Button to={paths.dashboard}>オーナーページへ</Button>
  if (user) return <NewRoom wide={false} />
  return (
    <>
      <Button to={paths.signup}>新規登録してルームを開く</Button>
      <p className="note muted">登録のあと、オーナーページから開けます。費用はかかりません。</p>
    </>
  )
}
