import { useState } from 'react'
import { Byline } from '../badge/Byline.tsx'
import { DateBadge } from '../badge/DateBadge.tsx'
import { Icon } from '../Icon.tsx'
import { Card } from '../layout/Card.tsx'
import { List } from '../layout/List.tsx'
import { ListRow } from '../layout/ListRow.tsx'
import { Section } from '../layout/Section.tsx'
import { LoadMore } from '../loading/LoadMore.tsx'
import { MenuButton } from '../overlay/MenuButton.tsx'
import { ArchedImage } from '../picture/ArchedImage.tsx'
import { Avatar } from '../picture/Avatar.tsx'
import { Shown } from './Shown.tsx'
import { onigiri, stars } from './samples.ts'

export function Rows() {
  const [confirming, setConfirming] = useState(false)
  return (
    <Shown name="カードと行">
      <Section title="これからのイベント" more={{ to: '/results', label: 'すべて見る' }}>
        <List carded>
          <ListRow
            to="/community/stars/event/1"
            leading={<DateBadge month={12} day={13} weekday="日曜" />}
            title="流星群を一緒に待つ夜"
            note="22:00・無料"
          />
          <ListRow
            to="/community/stars"
            leading={<ArchedImage src={stars} />}
            title="星見の会"
            note="962人が参加中"
          />
          <ListRow
            leading={<Avatar src={onigiri} />}
            title={<Byline name="たけ" official />}
            note="活字を拾うところ、好きだなあ"
            trailing={<time>3分前</time>}
          />
          <ListRow
            leading={<Icon name="logout" />}
            title="ログアウト"
            onClick={() => setConfirming(true)}
          />
        </List>
      </Section>
      <Cards {...{ confirming, setConfirming }} />
    </Shown>
  )
}

interface CardsProps {
  confirming: boolean
  setConfirming: (confirming: boolean) => void
}

const Cards = ({ confirming, setConfirming }: CardsProps) => (
  <Section title="カード">
    <Card padded>
      <div className="row between">
        <p className="small">晴れた夜にだけ開く、望遠鏡のいらない天文部。</p>
        <MenuButton
          label="その他"
          items={[
            { label: 'ルームを編集する', icon: 'pen', to: '/dashboard/myroom' },
            { label: 'URLをコピーする', icon: 'copy', onClick: () => setConfirming(false) },
            {
              label: '削除する',
              icon: 'trash',
              danger: true,
              onClick: () => setConfirming(true),
            },
          ]}
        />
      </div>
    </Card>
    <LoadMore hasMore busy={confirming} onMore={() => setConfirming(true)} />
    <LoadMore
      hasMore
      busy={false}
      onMore={() => setConfirming(true)}
      error="読み込めませんでした。"
    />
  </Section>
)
