import { Button } from '../button/Button.tsx'
import { Celebration } from '../Celebration.tsx'
import { Icon } from '../Icon.tsx'
import { ListRow } from '../layout/ListRow.tsx'
import { LoadingBar } from '../loading/LoadingBar.tsx'
import { SkeletonCards, SkeletonRows } from '../loading/Skeleton.tsx'
import { SkeletonCover } from '../loading/SkeletonCover.tsx'
import { SpinnerScreen } from '../loading/SpinnerScreen.tsx'
import { ArchedImage } from '../picture/ArchedImage.tsx'
import { StateScreen } from '../states/StateScreen.tsx'
import { StillOpen } from '../states/StillOpen.tsx'
import { Shown } from './Shown.tsx'
import { cafe } from './samples.ts'

export const States = () => (
  <>
    <Loading />
    <Shown name="まだない">
      <StateScreen
        kind="empty"
        title="まだルームに参加していません"
        text="参加したルームが、ここに窓の形でならびます。新しい投稿があると、窓に灯りがつきます。"
        actions={
          <>
            <Button to="/results">ルームをさがす</Button>
            <Button to="/beginners" variant="quiet">
              はじめての方へ
            </Button>
          </>
        }
      />
    </Shown>
    <Shown name="こちらの不具合">
      <StateScreen
        kind="error"
        title="ページを表示できませんでした"
        text="こちらの不具合です。お手数ですが、時間を空けて再度お試しください。購入やお支払いは二重になりません。"
        actions={<Button icon="refresh">もう一度読み込む</Button>}
        requestId="01JD-8F3K-Q7"
      />
    </Shown>
    <Shown name="オフライン">
      <StateScreen
        kind="offline"
        title="そのページはオフラインでは開けません"
        text="電波が戻ると、自動で読み込みます。"
        actions={
          <Button to="/account/ticketbox" icon="ticket">
            チケットボックスを開く
          </Button>
        }
      >
        <StillOpen>
          <ListRow
            to="/account/ticketbox"
            leading={<Icon name="ticket" />}
            title="チケット 4枚"
            note="12分前に保存"
          />
        </StillOpen>
      </StateScreen>
    </Shown>
    <Shown name="お祝い">
      <Celebration particles={15} durationMs={6000}>
        <ArchedImage src={cafe} size="xl" />
      </Celebration>
    </Shown>
  </>
)

const Loading = () => (
  <Shown name="読み込み中">
    <LoadingBar value={45} />
    <SkeletonRows count={2} />
    <SkeletonCards count={1} />
    <SkeletonCover of="event" />
    <SpinnerScreen text="決済処理中です" />
  </Shown>
)
