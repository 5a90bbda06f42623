"""Spanish words that docs/glossar.md has replaced.

Whoever edits the Spanish adds a line for each word that has gone; docs/glossar.md names the settled ones. The
Spanish is that of the Río de la Plata: preterite, vos in sentences, infinitive on buttons.
"""

from __future__ import annotations

from tests.words.strays import Stray

STRAYS = (
    Stray(r"\b[Oo]rdenador|\b[Pp]ortátil", "computadora"),
    Stray(r"\b[Mm]óvil|[Tt]eléfono|[Dd]ispositivo", "celular"),
    Stray(r"[Cc]éntimo", "centavos"),
    Stray(r"[Ee]n directo\b", "en vivo"),
    Stray(r"\b[Aa]quí\b|\b[Aa]llí\b|\b[Aa]ún\b|\b[Tt]ras (la|cada|\{)", "acá, ahí, todavía, después de"),
    Stray(r"\b[Aa]ñad", "agregar"),
    Stray(r"\b[Hh]an? (\w+[ai]do|hecho|visto|puesto|escrito|dicho)\b", "pretérito: terminaron"),
    Stray(r"por favor", "vos: probá de nuevo", unless="One moment"),
    Stray(
        r"\b(Busca|Abre|Toca|Guarde|Avisar|Probar|Revisar) |[Ii]nténtelo|[Cc]onviene|[Vv]olver a mirar",
        "vos: buscá, abrí, tocá, guardá, avisá, probá",
    ),
    Stray(r"^(Cambiados|Intercambiados|Retirad[oa]|Decidido|Guardado|Olvidado)[.:]", "se guardó, se deshizo"),
    Stray(r"está (cambiada|quitada|añadida|entregada)\b", "se cambió, se borró, se agregó, se entregó"),
    Stray(r"[«»]", "“ ”"),
    Stray(r" …", "… sin espacio", unless="n … 1"),
    Stray(r"[\d}s] : [\d{%]", "97 a 65"),
    Stray(r"\d\.\d", "coma decimal"),
    Stray(r"[Ii]nscrit", "inscripto"),
    Stray(r"[Ff]ichero", "padrón"),
    Stray(r"\b[Rr]egistrar\b|\bconsta\b|[Ss]olo vino|\bVino y\b", "acreditar, presente"),
    Stray(r"\b[Bb]andos?\b|[Cc]ontrarios?\b", "equipo, rivales"),
    Stray(
        r"(?<!en )(?<!En )(?<!su )(?<!otro )(?<!otros )\b[Ll]ugar(es)?\b",
        "asiento; sede",
        unless=r"[Ss]econd place|[Rr]oom|[Tt]he place is chosen|this place",
    ),
    Stray(r"[Pp]uestos? (\{\} y|1 y 3|de la ronda)", "asiento"),
    Stray(r"[Pp]untos? de parti", "puntos de la tabla"),
    Stray(r"[Ss]iembra\b|[Ss]emilla", "cabeza de serie, preclasificación, número de sorteo"),
    Stray(r"[Nn]úmero de salida", "número de inscripción"),
    Stray(r"[Pp]enaliza|\b[Aa]bono", "sanción, bonificación; Cabo: castigo"),
    Stray(r"(?<!hacen )\b[Ff]altas\b|[Mm]al dado|[Cc]arta falsa", "sanciones, mal repartida, renuncio"),
    Stray(r"\b[Jj]otas?\b", "sota"),
    Stray(r"[Ss]ubast|\b[Cc]iego\b|[Áá]rbitro|[Dd]eclarante", "pujar, talón, en la mesa, quien declara"),
    Stray(r"[Ss]in motivo|[Mm]ano anulada", "sin detalle; mano sin efecto, mano borrada"),
    Stray(r"[Dd]e a diez|\bhizo el juego\b", "en decenas; cumplió"),
    Stray(
        r"\b[Ss]e cruza|\b[Cc]ruces\b|(?<!lo )[Ee]ncuentran?\b|[Ee]ncontrarse|[Ee]nfrentamiento",
        "coincidir, enfrentarse; resultado entre sí",
    ),
    Stray(r"[Pp]ases? libre|(asa|anar|anado|ictoria) sin jugar", "fecha libre, gana por ausencia"),
    Stray(
        r"[Ee]liminatoria|[Cc]uadro (superior|inferior)", "eliminación directa, de ganadores, de perdedores"
    ),
    Stray(r"\b[Pp]artidas? (empatada|decisiva|de desempate|de dos|por el tercer)", "partido"),
    Stray(r"\b[Ff]ormato", "modalidad"),
    Stray(r"\b[Cc]lases?\b|\b[Ee]tapa", "categoría, fase"),
    Stray(r"[Hh]uella|verificación", "suma de control"),
    Stray(r"\b[Ii]gualad", "empatados"),
    Stray(
        r"[Vv]a delante|\b(Delante|Detrás)( por)?\b(?! de)|[Ee]n cabeza", "arriba, abajo, primero, punteros"
    ),
    Stray(r"[Oo]lvid(?!aste la contraseña)", "anonimizar"),
    Stray(r"\b[Cc]argar|[Ii]ncorporar|\b[Tt]omar\b|\b[Tt]raer", "importar, usar"),
    Stray(r"\b[Aa]l archivo\b|está en el archivo|^Sacar", "archivar, archivado, restaurar"),
    Stray(r"\b[Mm]esa de (control|organización)|\b[Ss]ala\b", "organización, todos"),
    Stray(r"\b[Nn]oches?\b", "jornada"),
    Stray(r"[Mm]ano a mano", "mano por mano", unless="a duel for"),
)
