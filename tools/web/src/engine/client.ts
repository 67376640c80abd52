import type { Connect, Transport } from "./transport";

/** A refused line, with the engine's own code and text; or `closed`. */
export class EngineError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** Sees every line of a conversation, with its tag. */
export type Watch = (name: string, sent: boolean, line: string) => void;

interface Question {
  lines: string[];
  each: ((line: string) => void) | undefined;
  resolve(lines: string[]): void;
  reject(error: EngineError): void;
}

// Lines that are followed by others of the same answer.
const UNFINISHED =
  /^(id|option|info|board|help|describe|explain|lines|svg|spots|perft move|bench (?!all\b)) /;
const TAGGED = /^@(\S+) (.*)$/s;

/** One engine. It is started by the first question, and again by the first one after its end. */
export class Engine {
  private transport: Transport | undefined;
  private asked = 0;
  private readonly questions = new Map<string, Question>();

  constructor(
    readonly name: string,
    private readonly connect: Connect,
    private readonly watch: Watch,
    /** Called when it has ended: the next one knows nothing. */
    public ended: () => void = () => undefined,
  ) {}

  /** Sends a line; the answer, its final line last. Lines that are not final also go to `each`. */
  ask(line: string, each?: (line: string) => void): Promise<string[]> {
    const transport = this.open();
    const tag = String(++this.asked);
    const answer = new Promise<string[]>((resolve, reject) => {
      this.questions.set(tag, { lines: [], each, resolve, reject });
    });
    this.write(transport, `@${tag} ${line}`);
    return answer;
  }

  /** The words of the final line after its first. */
  async words(line: string): Promise<string[]> {
    const answer = await this.ask(line);
    return (answer.at(-1) ?? "").split(" ").slice(1);
  }

  /** The final line without its first word. */
  async textAfterFirstWord(line: string): Promise<string> {
    return (await this.words(line)).join(" ");
  }

  /** Whether a search without a limit can be ended. */
  get answersInMidSearch(): boolean {
    return this.transport?.answersInMidSearch ?? true;
  }

  /** Sends a line as it was typed. */
  sendAsTyped(line: string): void {
    this.write(this.open(), line);
  }

  private open(): Transport {
    if (this.transport) return this.transport;
    const transport = this.connect({
      line: (line) => this.read(line),
      closed: (reason) => {
        if (this.transport === transport) this.end(reason);
      },
    });
    this.transport = transport;
    return transport;
  }

  private write(transport: Transport, line: string): void {
    this.watch(this.name, true, line);
    transport.send(line);
  }

  private read(line: string): void {
    this.watch(this.name, false, line);
    const [, tag, answer] = TAGGED.exec(line) ?? [];
    if (tag === undefined || answer === undefined) return;
    const question = this.questions.get(tag);
    if (!question) return;
    if (answer.startsWith("error ")) {
      this.questions.delete(tag);
      const [, code = "", text = ""] = /^error (\S+) ?(.*)$/.exec(answer) ?? [];
      question.reject(new EngineError(code, text));
      return;
    }
    question.lines.push(answer);
    if (UNFINISHED.test(answer)) {
      question.each?.(answer);
      return;
    }
    this.questions.delete(tag);
    question.resolve(question.lines);
  }

  private end(reason: string): void {
    this.transport = undefined;
    this.ended();
    const questions = [...this.questions.values()];
    this.questions.clear();
    for (const question of questions) question.reject(new EngineError("closed", reason));
  }
}
