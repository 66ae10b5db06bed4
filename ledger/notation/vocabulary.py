"""The words of the notation and of the table, in every language. Case and accents do not count.

A term is what a word means, whatever the language. All languages are read side by side, so no word
may mean two things at one place: a test holds this for the whole vocabulary.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, TypeAlias, get_args

from ...domain.events import KINDS, ActName, BonusName
from ...domain.layout.front import BRANCHES
from ..names import simplest_form

Language: TypeAlias = Literal["en", "es", "pt", "ja", "hi"]
"""In which a record can be written as text."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
Term: TypeAlias = str
"""What a word means; mostly the English word."""
Forms: TypeAlias = Mapping[Language, tuple[str, ...]]
"""By language the words for a term, first the one that is written."""


ACTS: Mapping[Term, tuple[ActName, str | None]] = {
    **{name: (name, None) for name in KINDS if name not in {"lay", "ruling", "knock", "lost"}},
    "tap": ("knock", None),
    "timeout": ("lost", "time"),
    "absent": ("lost", "absent"),
}
"""By term, the act that is no lay, and what it says if the term alone says it."""
ENDS = {"<": "left", ">": "right"}
"""By term, the end of a line."""
ENDED = {
    "out": "out",
    "capicua": "out",
    "chuchazo": "out",
    "blocked": "blocked",
    "target": "target",
    "unfinished": None,
}
ENDINGS = ("out", "blocked")
"""Of a round of which only the result is known."""
BONUSES: Mapping[Term, BonusName] = {
    "capicua": "capicua",
    "chuchazo": "chuchazo",
    "opening-pass": "opening-pass",
    "round-pass": "round-pass",
    "forced-pass": "each-pass",
    "bonus": "round",
    "carry": "carry",
}
"""By term, the bonus of such a round that is noted with it."""
LEADS = "lead", "leads", "begins"
"""Before or after a player's name: this player leads."""

_TABLE = """
# Acts. `knock` is an old word for a pass, `muggins` the call of All Fives.
pass | pass passes passed knock knocks - | paso pasa | passo passa passou passe | パス | पास
draw | draws draw drew | roba robo robar | compra compro comprou comprar | 引く ドロー | उठाओ खींचो
aside | aside | aparta aparto apartar | separa separo separar | 伏せる 伏せ | अलग
marker | marker | marcador | marcador | マーカー | मार्कर
done | done | listo | pronto | 終わり | पूरा
claim | claim muggins | canta | canta | コール | दावा
tap | tap taps | golpea | toque | ノック | खटखट
timeout | timeout | tiempo | tempo | 時間切れ | समय
absent | absent | ausente | ausente | 不在 | अनुपस्थित
# Tiles, where they lie, and how: `wild` and `open` come before a pip, `bend` before a side.
double | double | doble mula | carroça duplo | ダブル | डबल
< | left l < | izquierda izq | esquerda esq | 左 | बाएँ बाएं
> | right r > | derecha der | direita dir | 右 | दाएँ दाएं
at | at | en | em | 端 | पर
flipped | flipped | volteada | virada | 逆向き | उल्टा
open | open | abierta | aberta | 外側 | खुला
wild | wild | comodín | coringa curinga | ワイルド | जोकर
bend | bend | dobla | dobra | 曲げる 曲げ | मोड़ो झुकाओ
unfit | unfit | nocabe | nãocabe | 入らない | बेमेल
train | train | tren | trem | 列車 | ट्रेन रेल
public | public mexican | público mexicano | público mexicano | 公共 メキシカン | मैक्सिकन
up | up | arriba | acima | 上 | ऊपर
# How a round ends, and results.
out | out domino | dominó domina | bateu bate batida | 上がり あがり | आउट ख़त्म
blocked | blocked block | tranca tranque trancado trancó cierre cerrado | trancado trancou fechado fechou | ブロック | ब्लॉक बंद
capicua | capicua | capicúa | capicua | カピクア | कापिकुआ
chuchazo | chuchazo | chuchazo | chuchazo | チュチャソ | चुचासो
opening-pass | opening-pass | pase-de-salida | passe-de-saída | 初手パス | आरंभ-पास
round-pass | round-pass | paso-redondo corrido | passe-geral | 一周パス | चक्र-पास
forced-pass | forced-pass | paso-forzado | passe-forçado | 強制パス | मजबूर-पास
bonus | bonus | bono | bônus | ボーナス | बोनस
carry | carry | arrastre | acumulado | 持ち越し | शेष
target | target | meta | meta | 目標 | लक्ष्य
unfinished | unfinished | inconclusa | inacabada | 未完 | अधूरा
nobody | nobody | nadie | ninguém | 誰も | कोई-नहीं
none | none | ninguna | nenhuma | なし | खाली
side | side | lado | lado | サイド | पक्ष
seat | seat | asiento | assento | 席 | सीट
pips | pips | puntos | pontos | 点 | अंक
# Lines of a round. `left`: in hand, at the end.
round: | round | ronda | rodada | ラウンド | दौर
hand: | hand | mano | mão | 手牌 | हाथ
hands: | hands | manos | mãos | 全手牌 | सबके-हाथ
boneyard: | boneyard | pozo | cemitério monte | 山札 ボーンヤード | बोनयार्ड
lead: | lead leader | salida | saída | リード | शुरुआत
begins: | begins | empieza | começa | 開始 | आरंभ
hub: | hub | centro | centro | ハブ | हब
shuffle: | shuffle | mezcla | embaralho | シャッフル | फेंट
table: | table | tabla | tabela | 表 | तालिका
ended: | ended | final | fim | 終局 | अंत
left: | left | quedan sobran | restam sobram | 残り | बचे
# Lines of a game.
game: | game | partida | jogo | ゲーム | खेल
rules: | rules | reglas | regras | ルール | नियम
set: | set | acuerdo | acordo | 取り決め | तय
players: | players | jugadores | jogadores | プレイヤー | खिलाड़ी
teams: | teams | equipos | equipes duplas | チーム | टीमें
source: | source | fuente | fonte | 出典 | स्रोत
started: | started | comenzada | iniciada | 開始時刻 | आरंभ-समय
after: | after | tras | após | 前ゲーム | इसके-बाद
stake: | stake | apuesta | aposta | 賭け金 | दाँव
abandoned: | abandoned | suspendida | suspensa | 打ち切り | अधूरा-छोड़ा
forfeited: | forfeited | abandonada | abandonada | 投了済み | हार-मानी
aborted: | aborted | anuladas | anulados | 中止シャッフル | रद्द
claims: | claims | reclamos | alegações | 主張 | दावे
# At the table.
leads | leads starts | sale | sai | 先手 | शुरू
deal | deal | reparte | distribui | 配る 配牌 | बाँटो
redeal | redeal | rebaraja rebarajar | redistribui redistribuir | 配り直し | फिर-बाँटो
undo | undo | deshaz deshacer | desfaz desfazer | 取り消し 取消 | वापस
edit | edit | edita editar | edita editar | 編集 | बदलो
last | last | última último | última último | 最後 | आख़िरी
pause | pause | pausa | pausa | 中断 休憩 | विराम
resume | resume | reanuda sigue | retoma continua | 再開 | जारी
abandon | abandon | suspende suspender | suspende suspender | 打ち切る | छोड़ो
forfeit | forfeit resign | abandona rendirse | abandona desiste | 投了 | हार
show | show | muestra mostrar | mostra mostrar | 表示 | दिखाओ
rounds | rounds | rondas | rodadas | 一覧 | सब-दौर
moves | moves | jugadas | jogadas | 候補 | चालें
help | help ? | ayuda | ajuda | ヘルプ | मदद
quit | quit | terminar | encerrar | 終了 | समाप्त
# Tables as printed in books.
number | no no. nr nr. row turn № | fila turno | linha | 番号 | क्रम
"""  # noqa: E501 - the words of all languages on one line
WORDS: Mapping[Term, Forms] = {
    term.strip(": "): dict(zip(LANGUAGES, map(tuple, map(str.split, words)), strict=True))
    for term, *words in (row.split("|") for row in _TABLE.splitlines() if "|" in row)
}
"""By term, its words. The terms of players of domino, not those of a dictionary."""
KEYWORDS = tuple(row.partition(":")[0] for row in _TABLE.splitlines() if ": |" in row)
"""The terms at the beginning of a line, before a colon or alone: in the table with a colon."""
SYNONYMS = {"moves": "table"}
"""Terms that head a line as another does."""

Lexicon: TypeAlias = Mapping[Term, str]
"""By term, the word that is written."""


@cache
def lexicon(language: Language) -> Lexicon:
    """The words that are written in this language."""
    return {term: forms[language][0] for term, forms in WORDS.items()}


ENGLISH = lexicon("en")


def forms_of(term: Term) -> Iterable[str]:
    """All words for this term, the English ones first; any other word is its own."""
    forms = WORDS.get(term)
    return (term,) if forms is None else (each for words in forms.values() for each in words)


def one_of(term: Term) -> str:
    """A pattern for any word of this term."""
    return "|".join(map(re.escape, forms_of(term)))


@cache
def _terms() -> Mapping[str, frozenset[Term]]:
    terms = defaultdict[str, set[Term]](set)
    for term in WORDS:
        for form in forms_of(term):
            terms[simplest_form(form)].add(term)
    return {form: frozenset(each) for form, each in terms.items()}


def terms_of(word: str) -> frozenset[Term]:
    """What this word may mean; a word of no language is its own term."""
    form = simplest_form(word)
    return _terms().get(form, frozenset({form}))


IN_A_CELL = {"p", "x", "--"}
"""Additional words for a pass in a cell of a table, where no player can be named."""
BRANCH = re.compile(rf"(?:{BRANCHES})(?!\w)", re.IGNORECASE)
"""The name of an end that is no end of a line; it follows a tile, too."""
TRAIN_NAMED = re.compile(rf"(?:{one_of('train')})(?:-(?=\d)|(?=[\s,@#]|$))", re.IGNORECASE)
"""Before the player whose train it is, or its number, from 1. It follows a tile, too."""
TRAIN_NUMBER = re.compile(r"(\d{1,2})(?:-(left|right))?(?!\w)", re.IGNORECASE)
TRAIN_IN_RECORD = re.compile(r"train-(0|[1-9]\d?)(?:-(left|right))?")
"""The name of a train in a record, where the seat counts from 0."""
UNSEEN = "?"
"""An unseen tile; alone, an unseen hand."""
BLANK_CELL = "."
NUMBER_SIGN = "\N{NUMERO SIGN}"

_BESIDE_NAMES = (
    *(*KEYWORDS, *SYNONYMS, *ACTS, "double", *ENDED),
    *("seat", "side", "at", "flipped", "nobody", "none", "public"),
)
"""Terms that may stand where a player is named."""
RESERVED = {simplest_form(form) for term in _BESIDE_NAMES for form in forms_of(term)}
RESERVED |= {*ENDS, *ENDS.values()}
"""A name with one of these words is written in quotation marks."""

_JOINED = "[-:/.xX]"
_PIP = r"1[0-8]|\d"
_WILD = "[Ww]"
"""A wild half. A colon cannot join it: `W: 64` is a name and a tile."""
_WITH_WILD = rf"({_WILD})[-/.xX]?({_PIP}|{_WILD})|({_PIP})[-/.xX]?({_WILD})"
_HALF = rf"\d{{1,2}}|{_WILD}"
_IN_BRACKETS = rf"\s*({_HALF})\s*(?:{_JOINED}|[,|])\s*({_HALF})\s*"
BRACKETED = rf"\[{_IN_BRACKETS}\]|\({_IN_BRACKETS}\)"
BARRED = r"(\d)\|(\d)"
_DRAWN = "[\U0001f031-\U0001f061\U0001f063-\U0001f093]"
"""The Unicode characters of tiles, horizontal and vertical."""
TILE = re.compile(
    rf"(?:(\d{{1,2}}){_JOINED}(\d{{1,2}})|(\d)(\d)|{_WITH_WILD}|{BARRED}|{BRACKETED})"
    rf"(?![a-zA-Z\d_:-]|[/.|]\d)|({_DRAWN})[\ufe0e\ufe0f]?"
)
"""Two halves with a mark between them, in brackets, or as two digits; or one character."""


def halves(tile: re.Match[str]) -> str:
    """The name of a matched tile, with a hyphen."""
    *pips, drawn = tile.groups()
    if drawn is not None:
        place = (ord(drawn) - 0x1F031) % 50
        return f"{place // 7}-{place % 7}"
    return "-".join(half.upper() for half in pips if half is not None)


def branch_named(found: re.Match[str]) -> str:
    """The name of a matched end, as in a record."""
    return found[0].lower().replace("w", "W")


WORD = re.compile(r"[^\s,;:/=|#<>@\"]+")
NUMBER = re.compile(r"-?\d{1,40}(?!\w)")
COMMENT = "#"
