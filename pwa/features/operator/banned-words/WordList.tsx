import { useState } from 'react'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorBannedWords, type Word } from '#contract/operator/banned-words/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { date } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { ReasonSheet } from '../ReasonSheet.tsx'
import { AddWord } from './AddWord.tsx'

/** The banned words of public texts. */
export function WordList() {
  const words = useLoad(operatorBannedWords.listBannedWords, {})
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Word | null>(null)
  return (
    <div className="stack">
      <p className="small">
        トーク・コメント・スレッド・ルームからの連絡、ルーム・イベント・電子チケットの名前と説明、ユーザー名とプロフィールに、ここにある言葉は使えません。全角と半角、ひらがなとカタカナ、間にはさんだ記号は区別しません。すでに書かれたものは、そのままです。
      </p>
      <div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          言葉を追加する
        </Button>
      </div>
      <Loaded of={words} skeleton={<SkeletonRows count={5} />}>
        {(data) =>
          data.length === 0 ? (
            <StateScreen
              kind="empty"
              title="言葉はまだありません"
              text="追加した言葉は、すぐに使えなくなります。"
            />
          ) : (
            <List carded>
              {data.map((word) => (
                <ListRow
                  key={word.id}
                  title={word.word}
                  note={`${date(word.created_at)} に追加`}
                  trailing={
                    <IconButton
                      icon="close"
                      label={`「${word.word}」を外す`}
                      onClick={() => setLeaving(word)}
                    />
                  }
                />
              ))}
            </List>
          )
        }
      </Loaded>
      {adding && <AddWord onClose={() => setAdding(false)} />}
      {leaving && <RemoveWord word={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}

function RemoveWord({ word: { id, word }, onClose }: { word: Word; onClose: () => void }) {
  const remove = useSend(operatorBannedWords.removeWord, {
    refresh: [operatorBannedWords.listBannedWords, operatorAudit.listAudit],
  })
  return (
    <ReasonSheet
      target={id}
      title={`「${word}」を外しますか？`}
      text="外すと、誰でもこの言葉を使えるようになります。"
      hint="操作の記録に残ります"
      confirm="外す"
      send={async (reason) => {
        await remove.mutateAsync({ params: { id }, body: { reason } })
        showToast('言葉を外しました')
      }}
      onClose={onClose}
    />
  )
}
