import { Mic, MicOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

interface Recognition {
  lang: string;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
}

type RecognitionMaker = new () => Recognition;

const maker = (): RecognitionMaker | null => {
  const scope = window as unknown as Record<string, RecognitionMaker | undefined>;
  return scope['SpeechRecognition'] ?? scope['webkitSpeechRecognition'] ?? null;
};

/** Speech becomes text where the browser can do it; elsewhere there is no button. */
export function DictationButton({ onText }: { onText: (text: string) => void }) {
  const { t, language } = useTranslation('field-reports');
  const [listening, setListening] = useState(false);
  const recognition = useRef<Recognition | null>(null);
  const Maker = maker();
  if (!Maker) return null;
  const toggle = () => {
    if (listening) {
      recognition.current?.stop();
      return;
    }
    const next = new Maker();
    next.lang = language === 'es' ? 'es-US' : 'en-US';
    next.onresult = ({ results }) => {
      const heard = Array.from(results, (result) => result[0]?.transcript ?? '').join(' ');
      if (heard.trim()) onText(heard.trim());
    };
    next.onend = () => setListening(false);
    recognition.current = next;
    next.start();
    setListening(true);
  };
  const Icon = listening ? MicOff : Mic;
  return (
    <Button
      size="icon"
      aria-pressed={listening}
      aria-label={t(listening ? 'dictation.stop' : 'dictation.start')}
      onClick={toggle}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
