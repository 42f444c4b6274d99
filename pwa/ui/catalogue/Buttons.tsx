import { useState } from 'react'
import { Button } from '../button/Button.tsx'
import { FollowButton } from '../button/FollowButton.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { RISK } from '../button/risk.ts'
import { SlideButton } from '../button/SlideButton.tsx'
import css from './Buttons.module.css'
import { Shown } from './Shown.tsx'

export function Buttons() {
  const [followed, setFollowed] = useState(true)
  return (
    <Shown name="ボタン">
      <div className={css.grid}>
        <Button>チケットを購入する</Button>
        <Button variant="secondary">イベントを見る</Button>
        <Button variant="quiet">キャンセル</Button>
        <Button variant="danger">破棄する</Button>
        <Button {...RISK}>ルームを閉じる</Button>
        <Button busy>チケットを購入する</Button>
        <Button disabled>登録済み</Button>
        <Button to="/news" variant="secondary" icon="newspaper">
          お知らせ
        </Button>
        <Button href="https://example.jp/" variant="plain" icon="external">
          サイトへ
        </Button>
      </div>
      <Button wide price="¥980/1 Month">
        この内容で参加する
      </Button>
      <Button wide disabled price="¥980/1 Month">
        利用規約に同意すると参加できます
      </Button>
      <Button wide busy price="¥980/1 Month">
        この内容で参加する
      </Button>
      <SlideButton label="配信を終了する" onSlide={() => null} onPress={() => null} />
      <div className="row row-s wrap">
        <Button size="s">参加する</Button>
        <FollowButton followed={followed} onToggle={() => setFollowed(!followed)} />
        <FollowButton followed={false} onToggle={() => setFollowed(true)} busy />
        <IconButton icon="share" label="共有" />
        <IconButton icon="bell" label="通知" dot />
        <IconButton icon="mail" label="メッセージ" count={12} />
        <IconButton icon="back" label="戻る" tone="scrim" />
        <IconButton icon="send" label="送る" tone="primary" />
        <IconButton icon="send" label="まだ送れません" tone="primary" disabled />
      </div>
    </Shown>
  )
}
