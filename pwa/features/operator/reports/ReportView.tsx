import { operatorReports, type ReportCase } from '#contract/operator/reports/calls.ts'
import { categoryLabels } from '#pwa/features/reports/categories.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ContentNow } from '../moderation/ContentNow.tsx'
import { Decisions } from '../moderation/Decisions.tsx'
import { kindLabels, partsOf } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { PersonLink } from '../moderation/PersonLink.tsx'
import { ReasonButton } from '../ReasonSheet.tsx'
import { stateBadges } from './ReportList.tsx'

/** All reports of one piece of content; the decision is last, as it needs all of them read. */
export function ReportView({ report }: { report: ReportCase }) {
  const badge = stateBadges[report.state]
  return (
    <div className="stack-l">
      <div className="stack">
        <p>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </p>
        <Facts
          facts={[
            { term: '種類', value: kindLabels[report.kind] },
            { term: '通報', value: `${report.count}件（最初は${dateTime(report.reported_at)}）` },
            {
              term: '理由',
              value: report.categories.map((category) => categoryLabels[category]).join('、'),
            },
          ]}
        />
      </div>
      {report.decision && <Decisions title="判断" decisions={[report.decision]} />}
      <Reports report={report} />
      <ContentNow now={report.now} author={report.author} />
      {report.author && (
        <Section title="投稿者">
          <List carded>
            <PersonLink of={report.author} />
          </List>
        </Section>
      )}
      <Decisions title="この投稿者へのこれまでの判断" decisions={report.former} />
      <Section title="対応">
        <Actions report={report} />
      </Section>
    </div>
  )
}

const Reports = ({ report }: { report: ReportCase }) => (
  <Section title="通報の内容">
    <List carded>
      {report.reports.map((one) => (
        <li key={one.id}>
          <ul>
            <PersonLink
              of={one.reporter}
              note={`@${one.reporter.name}・${categoryLabels[one.category]}・${dateTime(one.created_at)}`}
            />
          </ul>
          <div className={`small ${css.decision}`}>
            {one.reason && <p className={css.words}>{one.reason}</p>}
            <Facts
              boxed
              label="通報されたときの内容"
              facts={partsOf(one.evidence).map(({ term, value }) => ({
                term,
                value: <span className={css.words}>{value}</span>,
              }))}
            />
          </div>
        </li>
      ))}
    </List>
  </Section>
)

const refresh = [operatorReports.getReport, operatorReports.listReports]

function Actions({ report }: { report: ReportCase }) {
  const decide = useSend(operatorReports.decideReport, { refresh })
  const reverse = useSend(operatorReports.reverseReport, { refresh })
  const params = { id: report.id }
  const hides = report.now.hidable && report.now.state === 'there'
  if (report.state !== 'open')
    return (
      <div className={css.links}>
        <ReasonButton
          target={report.id}
          label="判断を取り消す"
          button={{ variant: 'secondary' }}
          title="判断を取り消しますか？"
          text="非表示にしたものは元に戻り、通報は未対応に戻ります。通報した方と投稿者にお知らせします。"
          confirm="判断を取り消す"
          send={(reason) => reverse.mutateAsync({ params, body: { reason } })}
        />
      </div>
    )
  return (
    <div className={css.links}>
      <ReasonButton
        target={report.id}
        label={hides ? '認めて非表示にする' : '認める'}
        button={{ variant: 'danger' }}
        title="通報を認めますか？"
        text={
          hides
            ? `この${kindLabels[report.kind]}を、誰からも見えなくします。投稿者と通報した方（${report.count}人）にお知らせします。あとから取り消せます。`
            : `投稿者と通報した方（${report.count}人）にお知らせします。あとから取り消せます。`
        }
        confirm={hides ? '非表示にする' : '認める'}
        danger
        send={(reason) => decide.mutateAsync({ params, body: { outcome: 'upheld', reason } })}
      />
      <ReasonButton
        target={report.id}
        label="問題なしとする"
        button={{ variant: 'secondary' }}
        title="問題なしとしますか？"
        text={`通報した方（${report.count}人）にお知らせします。投稿者には伝わりません。`}
        confirm="問題なしとする"
        send={(reason) => decide.mutateAsync({ params, body: { outcome: 'dismissed', reason } })}
      />
    </div>
  )
}
