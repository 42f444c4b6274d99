import { useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Facts } from '../layout/Facts.tsx'
import { Panel } from '../layout/Panel.tsx'
import { ConfirmButton, ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { Overlay } from '../overlay/Overlay.tsx'
import { Sheet } from '../overlay/Sheet.tsx'
import { showToast } from '../overlay/toast.ts'
import { Shown } from './Shown.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'confirm' | 'sheet' | 'panel' | 'overlay' | null>(null)
  const shut = () => setOpen(null)
  return (
    <Shown name="ダイアログ・シート・トースト">
      <div className="row row-s wrap">
        <Button variant="secondary" size="s" onClick={() => setOpen('confirm')}>
          ダイアログ
        </Button>
        <ConfirmButton
          label="ダイアログを開くボタン"
          button={{ variant: 'secondary', size: 's' }}
          title="この端末からログアウトしますか？"
          confirm="ログアウトする"
          onConfirm={() => null}
        />
        <Button variant="secondary" size="s" onClick={() => setOpen('sheet')}>
          シート
        </Button>
        <Button variant="secondary" size="s" onClick={() => setOpen('panel')}>
          パネル
        </Button>
        <Button variant="secondary" size="s" onClick={() => setOpen('overlay')}>
          全画面
        </Button>
        <Button variant="secondary" size="s" onClick={() => showToast('URLをコピーしました')}>
          トースト
        </Button>
        <Button
          variant="secondary"
          size="s"
          onClick={() =>
            showToast('新しいバージョンがあります', { label: '更新する', onPress: shut })
          }
        >
          用のあるトースト
        </Button>
      </div>
      <ConfirmDialog
        open={open === 'confirm'}
        title="この書き込みを削除しますか？"
        text={
          <>
            削除すると元に戻せません。
            <br />
            投稿・コメント・リアクションがすべて削除されます。
          </>
        }
        confirm="破棄する"
        danger
        onConfirm={shut}
        onClose={shut}
      />
      <Sheet open={open === 'sheet'} title="ルームに参加する" onClose={shut}>
        <Facts
          boxed
          label="最終確認"
          facts={[
            { term: 'お支払い', value: '月額 ¥980（税込）', strong: true },
            { term: '更新', value: '毎月20日に自動で更新されます' },
          ]}
        />
        <Button wide price="¥980/1 Month" onClick={shut}>
          この内容で参加する
        </Button>
        <Button wide variant="quiet" size="s" onClick={shut}>
          キャンセル
        </Button>
      </Sheet>
      {open === 'panel' && (
        <Panel title="新しいスレッド" onClose={shut}>
          <p>広い画面では、ページの横に。</p>
        </Panel>
      )}
      {open === 'overlay' && (
        <Overlay label="チケットの購入" title="チケットを購入する" onClose={shut}>
          <p>画面のすべてを使うことに。</p>
        </Overlay>
      )}
    </Shown>
  )
}
