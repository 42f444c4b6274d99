import { useState } from 'react'
import { type OwnText, operatorTexts } from '#contract/operator/texts/calls.ts'
import { useCall, useLoad } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { RichText } from '#pwa/ui/RichText.tsx'
import { RECORDED, ReasonSheet } from '../ReasonSheet.tsx'

type Version = OwnText['versions'][number]

const states = {
  planned: { label: '予約', tone: 'warning' },
  standing: { label: '公開中', tone: 'positive' },
  former: { label: '以前の版', tone: 'neutral' },
} as const

const whose = ({ by, source }: Version) => {
  if (by) return `@${by}`
  if (source === 'operator') return 'サーバーの端末から'
  return source === 'file' ? 'サーバーのファイル' : 'はじめから'
}

interface TextVersionsProps {
  text: OwnText
  onChanged: (text: OwnText) => void
}

/** The published versions with author and time. */
export function TextVersions({ text, onChanged }: TextVersionsProps) {
  const call = useCall()
  const [opened, setOpened] = useState<number | null>(null)
  const [calledOff, setCalledOff] = useState<number | null>(null)
  const { slug } = text
  return (
    <Section title="版の一覧">
      <List carded>
        {text.versions.map((one) => (
          <ListRow
            key={`${one.version}-${one.source}`}
            title={`第${one.version}版${one.consent ? '（要再同意）' : ''}`}
            note={`${dateTime(one.published_at)}　${whose(one)}`}
            trailing={<Badge tone={states[one.state].tone}>{states[one.state].label}</Badge>}
          >
            {one.source !== 'file' && (
              <span className="row">
                <Button size="s" variant="secondary" onClick={() => setOpened(one.version)}>
                  読む
                </Button>
                {one.state === 'planned' && (
                  <Button size="s" variant="quiet" onClick={() => setCalledOff(one.version)}>
                    予定を取り消す
                  </Button>
                )}
              </span>
            )}
          </ListRow>
        ))}
      </List>
      {opened !== null && (
        <VersionSheet slug={slug} version={opened} onClose={() => setOpened(null)} />
      )}
      {calledOff !== null && (
        <ReasonSheet
          target={slug}
          hint={RECORDED}
          title={`第${calledOff}版の公開の予定を取り消しますか？`}
          text="内容は、下書きに戻ります。"
          confirm="予定を取り消す"
          danger
          send={async (reason) => {
            const params = { slug, version: calledOff }
            onChanged(await call(operatorTexts.cancelPlannedVersion, { params, body: { reason } }))
            showToast('公開の予定を取り消しました')
          }}
          onClose={() => setCalledOff(null)}
        />
      )}
    </Section>
  )
}

function VersionSheet(props: { slug: OwnText['slug']; version: number; onClose: () => void }) {
  const { slug, version, onClose } = props
  const loaded = useLoad(operatorTexts.getVersion, { params: { slug, version } })
  return (
    <Sheet open title={`第${version}版`} onClose={onClose}>
      <Loaded of={loaded}>{({ body_html }) => <RichText html={body_html} />}</Loaded>
    </Sheet>
  )
}
