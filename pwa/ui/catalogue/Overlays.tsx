import { useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Facts } from '../layout/Facts.tsx'
import { Panel } from '../layout/Panel.tsx'
import { ConfirmButton, ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { Overlay } from '../overlay/Overlay.tsx'
import { Sheet } from '../overlay/Sheet.tsx'
import { showToast } from '../overlay/toast.ts'
import { PictureViewer } from '../picture/PictureViewer.tsx'
import { Shown } from './Shown.tsx'
import { kitchen, stars } from './samples.ts'

type Opened = 'confirm' | 'sheet' | 'panel' | 'overlay' | 'pictures'

export function Overlays() {
  const [open, setOpen] = useState<Opened | null>(null)
  const shut = () => setOpen(null)
  return (
    <Shown name="ダイアログ・シート・トースト">
      <Openers onOpen={setOpen} />
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
      <JoinSheet open={open === 'sheet'} onClose={shut} />
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
      {open === 'pictures' && (
        <PictureViewer
          pictures={[
            { path: stars, alt: '星空', width: 800, height: 450 },
            { path: kitchen, alt: '台所', width: 800, height: 450 },
          ]}
          first={0}
          onClose={shut}
        />
      )}
    </Shown>
  )
}

const Openers = ({ onOpen }: { onOpen: (what: Opened) => void }) => (
  <div className="row row-s wrap">
    <Button variant="secondary" size="s" onClick={() => onOpen('confirm')}>
      ダイアログ
    </Button>
    <ConfirmButton
      label="ダイアログを開くボタン"
      button={{ variant: 'secondary', size: 's' }}
      title="この端末からログアウトしますか？"
      confirm="ログアウトする"
      onConfirm={() => null}
    />
    <Button variant="secondary" size="s" onClick={() => onOpen('sheet')}>
      シート
    </Button>
    <Button variant="secondary" size="s" onClick={() => onOpen('panel')}>
      パネル
    </Button>
    <Button variant="secondary" size="s" onClick={() => onOpen('overlay')}>
      全画面
    </Button>
    <Button variant="secondary" size="s" onClick={() => onOpen('pictures')}>
      大きな画像
    </Button>
    <Button variant="secondary" size="s" onClick={() => showToast('URLをコピーしました')}>
      トースト
    </Button>
    <Button
      variant="secondary"
      size="s"
      onClick={() =>
        showToast('新しいバージョンがあります', { label: '更新する', onPress: () => null })
      }
    >
      用のあるトースト
    </Button>
  </div>
)

const JoinSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} title="ルームに参加する" onClose={onClose}>
    <Facts
      boxed
      label="最終確認"
      facts={[
        { term: 'お支払い', value: '月額 ¥980（税込）', strong: true },
        { term: '更新', value: '毎月20日に自動で更新されます' },
      ]}
    />
    <Button wide price="¥980/1 Month" onClick={onClose}>
      この内容で参加する
    </Button>
    <Button wide variant="quiet" size="s" onClick={onClose}>
      キャンセル
    </Button>
  </Sheet>
)
