import { useState } from 'react'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import css from './InstallCard.module.css'
import { InstallSteps } from './InstallSteps.tsx'
import { useInstall } from './useInstall.ts'

/** Offers to install the app, once there is a reason for it. */
export function InstallCard() {
  const { way, install, dismiss } = useInstall()
  const [steps, setSteps] = useState(false)
  if (way === null) return null
  return (
    <aside className={css.card} aria-label="ホーム画面に追加">
      <img src="/icons/icon-192.png" alt="" width={48} height={48} />
      <p className={css.words}>
        <b>ホーム画面に追加できます</b>
        <span>電波のない会場でも、チケットをすぐに開けます。</span>
      </p>
      <div className={css.buttons}>
        <Button
          size="s"
          onClick={() => (way === 'prompt' ? void install().catch(console.info) : setSteps(true))}
        >
          {way === 'prompt' ? '追加する' : '追加のしかた'}
        </Button>
        <Button size="s" variant="quiet" onClick={dismiss}>
          あとで
        </Button>
      </div>
      <Sheet
        open={steps}
        title="ホーム画面に追加する"
        onClose={() => {
          setSteps(false)
          dismiss()
        }}
      >
        <InstallSteps />
      </Sheet>
    </aside>
  )
}
