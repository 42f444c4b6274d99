import { Button } from '#pwa/ui/Button.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'

/** In the place of a card form that could not be had: the provider's script is kept away by many a network and browser. */
export const NoDesk = ({ onRetry }: { onRetry: () => void }) => (
  <Notice tone="warning" role="alert">
    <div className="stack">
      <p>
        お支払いの準備ができませんでした。通信の状態と、広告などを止める機能の設定をお確かめください。
      </p>
      <Button size="s" variant="secondary" icon="refresh" onClick={onRetry}>
        もう一度読み込む
      </Button>
    </div>
  </Notice>
)
