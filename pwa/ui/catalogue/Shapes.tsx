import { Badge } from '../badge/Badge.tsx'
import { Byline } from '../badge/Byline.tsx'
import { DateBadge } from '../badge/DateBadge.tsx'
import { LiveBadge } from '../badge/LiveBadge.tsx'
import { UnreadCount } from '../badge/UnreadCount.tsx'
import { LinkChips } from '../layout/LinkChips.tsx'
import { RoomTile } from '../layout/RoomTile.tsx'
import { Scroller } from '../layout/Scroller.tsx'
import { ArchedImage } from '../picture/ArchedImage.tsx'
import { Avatar } from '../picture/Avatar.tsx'
import { AvatarStack } from '../picture/AvatarStack.tsx'
import { Logo } from '../picture/Logo.tsx'
import { Subject } from '../picture/Subject.tsx'
import { Shown } from './Shown.tsx'
import { cafe, cat, kitchen, mio, onigiri, stars, winter } from './samples.ts'

export const Shapes = () => (
  <>
    <Shown name="ロゴ">
      <div className="row wrap">
        <Logo />
        <Logo size="l" />
      </div>
    </Shown>
    <Shown name="人は丸">
      <div className="row wrap">
        <Avatar src={cat} size="xs" />
        <Avatar src={cat} size="s" />
        <Avatar src={cat} />
        <Avatar src={cat} size="l" alt="まるやま" />
        <Avatar src={null} />
        <Avatar src={null} size="l" alt="名前のない人" />
        <AvatarStack
          users={[
            { id: 'cat', src: cat },
            { id: 'mio', src: mio },
            { id: 'onigiri', src: onigiri },
          ]}
        />
      </div>
    </Shown>
    <Shown name="ルームは窓">
      <div className="row wrap">
        <ArchedImage src={cafe} size="xs" />
        <ArchedImage src={cafe} />
        <ArchedImage src={cafe} size="m" alt="喫茶室の窓" />
        <ArchedImage src={cafe} size="l" />
        <ArchedImage src={null} size="l" />
      </div>
    </Shown>
    <Shown name="何のためのフォームか">
      <Subject src={stars} title="十一月の星見の会" note="12月1日(火) 22:00 から" />
    </Shown>
    <Shown name="しぼりこみとタグ">
      <LinkChips
        label="ジャンル"
        chips={[
          { name: 'reading', label: '朗読・本', to: '/results?genre=reading', chosen: true },
          { name: 'music', label: '音楽', to: '/results?genre=music', chosen: false },
        ]}
      />
      <LinkChips
        wrap
        label="タグ"
        chips={['夜ふかし', '宮沢賢治', 'とても長いタグでも折り返して表示します'].map((tag) => ({
          name: tag,
          label: `#${tag}`,
          to: `/results?tag=${tag}`,
        }))}
      />
    </Shown>
    <Shown name="窓辺">
      <Scroller label="マイルーム">
        <RoomTile to="/community/cafe" name="夜ふかし喫茶室" src={cafe} light="onair" />
        <RoomTile to="/community/winter" name="真鍋ひなた 練習室" src={winter} light="lit" />
        <RoomTile to="/community/kitchen" name="北の台所" src={kitchen} light="lit" />
        <RoomTile to="/community/stars" name="星見の会" src={stars} light="quiet" />
        <RoomTile to="/community/none" name="窓のないルーム" src={null} light="quiet" />
      </Scroller>
    </Shown>
  </>
)

export const Badges = () => (
  <>
    <Shown name="日は暦">
      <div className="row wrap">
        <DateBadge month={11} day={27} weekday="金曜" />
        <DateBadge month={12} day={5} weekday="土曜" size="m" />
        <DateBadge year={2026} month={11} day={27} weekday="金曜日" size="l" />
      </div>
    </Shown>
    <Shown name="バッジ">
      <div className="row row-s wrap">
        <LiveBadge />
        <UnreadCount count={3} />
        <Badge tone="primary">視聴チケット</Badge>
        <Badge tone="positive" icon="check">
          参加中
        </Badge>
        <Badge tone="warning">支払いを確認中</Badge>
        <Badge>終了</Badge>
        <Badge tone="over" icon="eye">
          342人
        </Badge>
        <span className="small strong">
          <Byline name="藍川みお" official />
        </span>
      </div>
    </Shown>
  </>
)
