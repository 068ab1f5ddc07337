import { useMutation } from '@tanstack/react-query'
import { Download, FileText, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { errorText } from '#client/lib/error-text.ts'
import { makeQrCode, qrCodePng, qrCodeSvg } from '#client/lib/qr-code.ts'
import { saveDocument, saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { linkNameOf, referralLink } from '#shared/commission/referral-link.ts'
import { linkNameMaxLength } from '#shared/limits.ts'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { CopyField } from './copy-field.tsx'
import { PortalSection } from './portal-section.tsx'

/** The code in every form that it is handed out in. */
export function ShareSection({ code, discount }: { code: string; discount: number }) {
  const { publicUrl } = usePageData()
  const [linkName, setLinkName] = useState('')
  const link = referralLink(publicUrl, code, linkNameOf(linkName))
  const qrCode = useMemo(() => makeQrCode(link), [link])
  const name = `referral-${code}`
  const png = useMutation({
    mutationFn: () => qrCodePng(qrCode),
    onSuccess: (picture) => saveFile(picture, `${name}.png`),
    onError: () => toast({ title: copy.pictureFailed, tone: 'bad' }),
  })
  return (
    <PortalSection {...SECTIONS.share}>
      <div className="share">
        <div className="form">
          <CopyField label={copy.link} hint={copy.linkHint} value={link} />
          <ShareButtons text={copy.shareText(discount, code)} link={link} />
          <Field label={copy.linkName} optional hint={copy.linkNameHint}>
            <Input
              autoComplete="off"
              maxLength={linkNameMaxLength}
              value={linkName}
              onChange={({ target }) => setLinkName(target.value)}
            />
          </Field>
          <Row>
            <Button size="sm" onClick={() => saveFile(qrCodeSvg(qrCode), `${name}.svg`)}>
              <Download aria-hidden="true" />
              QR code (SVG)
            </Button>
            <Button size="sm" loading={png.isPending} onClick={() => png.mutate()}>
              <Download aria-hidden="true" />
              QR code (PNG)
            </Button>
            <PosterButton />
          </Row>
          <p className="small quiet">
            The poster is a sheet of A4 for the noticeboard. Where you hand the code out yourself, say that
            you earn a commission.
          </p>
        </div>
        <svg
          className="qr-code"
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          role="img"
          aria-label={`QR code of ${link}`}
          shapeRendering="crispEdges"
        >
          <rect className="qr-ground" width={qrCode.size} height={qrCode.size} />
          <path className="qr-ink" d={qrCode.path} />
        </svg>
      </div>
    </PortalSection>
  )
}

/** The phone's own sheet where there is one; WhatsApp and mail everywhere. */
function ShareButtons({ text, link }: { text: string; link: string }) {
  async function share() {
    try {
      await navigator.share({ title: copy.shareSubject, text, url: link })
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({ title: copy.shareFailed, tone: 'bad' })
    }
  }
  const whole = encodeURIComponent(`${text} ${link}`)
  return (
    <Row>
      {typeof navigator.share === 'function' && (
        <Button size="sm" onClick={() => void share()}>
          <Share2 aria-hidden="true" />
          {copy.share}
        </Button>
      )}
      <Button size="sm" asChild>
        <a href={`https://wa.me/?text=${whole}`} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden="true" />
          WhatsApp
        </a>
      </Button>
      <Button size="sm" asChild>
        <a href={`mailto:?subject=${encodeURIComponent(copy.shareSubject)}&body=${whole}`}>
          <Mail aria-hidden="true" />
          Email
        </a>
      </Button>
    </Row>
  )
}

function PosterButton() {
  const { client } = trpc.useUtils()
  const poster = useMutation({
    mutationFn: () => client.referer.poster.query(),
    onSuccess: saveDocument,
    onError(error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: copy.downloadFailed, description: text, tone: 'bad' })
    },
  })
  return (
    <Button size="sm" loading={poster.isPending} onClick={() => poster.mutate()}>
      <FileText aria-hidden="true" />
      Poster (PDF)
    </Button>
  )
}
