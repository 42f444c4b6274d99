import { Badge } from '../Badge.tsx'
import { By } from '../By.tsx'
import { CalendarLeaf } from '../CalendarLeaf.tsx'
import { Face } from '../Face.tsx'
import { Faces } from '../Faces.tsx'
import { Ledge } from '../Ledge.tsx'
import { LiveBadge } from '../LiveBadge.tsx'
import { Logo } from '../Logo.tsx'
import { Pane } from '../Pane.tsx'
import { Window } from '../Window.tsx'
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
        <Face src={cat} size="xs" />
        <Face src={cat} size="s" />
        <Face src={cat} />
        <Face src={cat} size="l" alt="まるやま" />
        <Face src={null} />
        <Face src={null} size="l" alt="名前のない人" />
        <Faces
          faces={[
            { id: 'cat', src: cat },
            { id: 'mio', src: mio },
            { id: 'onigiri', src: onigiri },
          ]}
        />
      </div>
    </Shown>
    <Shown name="ルームは窓">
      <div className="row wrap">
        <Window src={cafe} size="xs" />
        <Window src={cafe} />
        <Window src={cafe} size="m" alt="喫茶室の窓" />
        <Window src={cafe} size="l" />
        <Window src={null} size="l" />
      </div>
    </Shown>
    <Shown name="窓辺">
      <Ledge label="マイルーム">
        <Pane to="/community/cafe" name="夜ふかし喫茶室" src={cafe} light="onair" />
        <Pane to="/community/winter" name="真鍋ひなた 練習室" src={winter} light="lit" />
        <Pane to="/community/kitchen" name="北の台所" src={kitchen} light="lit" />
        <Pane to="/community/stars" name="星見の会" src={stars} light="quiet" />
        <Pane to="/community/none" name="窓のないルーム" src={null} light="quiet" />
      </Ledge>
    </Shown>
    <Shown name="日は暦">
      <div className="row wrap">
        <CalendarLeaf month={11} day={27} weekday="金曜" />
        <CalendarLeaf month={12} day={5} weekday="土曜" size="m" />
        <CalendarLeaf year={2026} month={11} day={27} weekday="金曜日" size="l" />
      </div>
    </Shown>
    <Shown name="バッジ">
      <div className="row row-s wrap">
        <LiveBadge />
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
          <By name="藍川みお" official />
        </span>
      </div>
    </Shown>
  </>
)
